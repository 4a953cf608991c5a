"""Players: their accounts, what they prefer, and how they leave."""
