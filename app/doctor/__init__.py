"""What makes letters arrive and the service live, looked at piece by piece, and told with what to type."""
