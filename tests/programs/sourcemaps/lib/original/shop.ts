interface Item { price: number }

function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}

const priceOf = (item: Item): number => {
  if (item.price < 0) throw new RangeError('negative');
  return item.price;
};
