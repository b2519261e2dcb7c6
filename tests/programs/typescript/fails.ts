// oracle: by hand
interface Order { id: number; total?: { amount: number } }

enum State { Open, Closed }

class Checkout {
  constructor(private readonly orders: Order[], readonly state = State.Open) {}
  sum(): number {
    return this.orders.reduce((sum: number, order) => {
      return sum + (order.total as { amount: number }).amount;
    }, 0);
  }
}

print('before');
new Checkout([{ id: 1 }]).sum();
