with ({}) { }
