/** What gets the focus is scrolled clear of header and stage heads that stay in place: how tall they are, the model decides. */

export function keepClearOfHeads() {
  const header = document.getElementById('header');
  const stages = document.getElementById('stages');
  if (!header || !stages) return;
  let told = -1;
  const observer = new ResizeObserver(() => {
    // On narrow screens they scroll away with the rest.
    const covered = getComputedStyle(stages).position === 'sticky' ? header.offsetHeight + stages.offsetHeight : 0;
    if (covered === told) return;
    told = covered;
    document.documentElement.style.setProperty('--heads-end', `${covered}px`);
  });
  for (const head of [header, stages]) observer.observe(head, { box: 'border-box' });
}
