"""What the server is asked over HTTP and sockets: operations, read, done, answered or refused."""
