"""What commands share: options, how positions and switches are written, the console, the refusal, web pages."""
