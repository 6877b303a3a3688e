"""``kiebitz machines``: the machines that the documents describe, each with a command that shows it at work."""
