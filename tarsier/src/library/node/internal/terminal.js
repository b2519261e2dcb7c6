// isTerminal(fd), columns(fd) (src/node/process.rs).
return native;
