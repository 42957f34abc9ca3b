"""Every request and reply of the API as types; OpenAPI is made from them."""
