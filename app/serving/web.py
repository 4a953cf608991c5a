"""The settings of gunicorn, for ./chasqui serve and for a site alike."""

wsgi_app = "app.wsgi:app"
worker_class = "gthread"
workers = 2
threads = 8
# The address in a link may hold the orders of a whole turn.
limit_request_line = 8190
graceful_timeout = 5
# No access log, because an address may hold a secret.
accesslog = None
control_socket_disable = True
