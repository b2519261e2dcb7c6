export const fromModule = typeof module + ' ' + typeof this;
