var s = `abc
def
