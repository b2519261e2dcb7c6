let x;
{
  var x;
}
