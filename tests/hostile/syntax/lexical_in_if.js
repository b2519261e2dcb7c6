if (true) let
[a] = [1];
