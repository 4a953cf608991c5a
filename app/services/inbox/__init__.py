"""Mail that came in: put down, read, carried out, answered."""
