var x = 3in [];
