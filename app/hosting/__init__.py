"""All that a host needs, filled in: records of the domain, units, proxies, mail, settings, and the steps."""
