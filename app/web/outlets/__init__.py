"""Publishing results: in a folder, on a web server by SFTP or WebDAV, and in a chat."""
