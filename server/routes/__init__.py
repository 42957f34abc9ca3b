"""One module per resource; each builds an `APIRouter` from what it is handed."""
