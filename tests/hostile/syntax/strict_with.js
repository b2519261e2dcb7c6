function f() {
  'use strict';
  with ({}) { }
}
