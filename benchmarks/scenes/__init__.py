"""Pictures of boards, drawn quickly: thousands of them teach the board detector."""
