let fromScript = 4;
