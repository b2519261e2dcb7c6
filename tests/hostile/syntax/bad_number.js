var x = 1_000_;
