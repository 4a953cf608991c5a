"""Letters leaving the house."""
