var a;
a?.b = 1;
