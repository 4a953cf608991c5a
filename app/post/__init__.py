"""SMTP: the client that sends our letters, and the server (SMTP or LMTP) that takes mail in."""
