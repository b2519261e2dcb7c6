var a = 1;
var b = a + ;
print(a);
