var a = 1;
<!-- not a comment in a module
