"""What several commands share: logs found, matches drawn and told, lights opened, facts as JSON."""
