"""Results sent elsewhere: to a folder, to a web server by SFTP or WebDAV, to a chat."""
