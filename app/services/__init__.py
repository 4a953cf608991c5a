"""What the service can do: functions of a session and plain values. No Flask, no Celery, no HTML."""
