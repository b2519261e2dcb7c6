interface Doubler {
  (value: number): number;
}

const twice: Doubler = (value: number) => {
  if (value === null) throw new RangeError('nothing');
  return value * 2;
};
exports.twice = twice;
