/** A picture in pixels, made from one in lines. */

/**
 * @param {string} svg with a width and a height
 * @param {number} scale pixels per px
 * @returns {Promise<Blob>} PNG
 */
export async function rasterize(svg, scale) {
  const image = new Image();
  // A data address: the content policy lets pictures come from nowhere else.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture of this size'))), 'image/png');
  });
}
