"""One module per resource; each adds its routes to the application it is handed."""
