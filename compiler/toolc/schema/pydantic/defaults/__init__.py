"""Values of defaults → the JSON that pydantic writes of them."""
