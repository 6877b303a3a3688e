"""Archives of games analysed by many processes, safe against interruption, and written down."""
