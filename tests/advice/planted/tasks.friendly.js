// A list of tasks that tells views what changes: they show parts of it, sorted and counted, after each step.
let seed = 86400;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

class Task {
  constructor(number, due, effort) {
    this.number = number;
    this.due = due;
    this.effort = effort;
    this.done = false;
  }
}

class Watched {
  constructor(target) {
    this.changes = 0;
    this.list = target;
  }

  replace(index, task) {
    this.list[index] = task;
    this.changes++;
  }
}

function makeTasks(n) {
  const tasks = [];
  for (let i = 0; i < n; i++) tasks.push(new Task(i, random(365), 1 + random(20)));
  return tasks;
}

const isOpen = (task) => !task.done;
const effortOf = (sum, task) => sum + task.effort;

function open(list) {
  return list.filter(isOpen).length;
}

function effort(list) {
  return list.reduce(effortOf, 0);
}

function overdue(list, day) {
  return list.filter((task) => !task.done && task.due < day).length;
}

function first(list, number) {
  return list.findIndex((task) => task.number === number);
}

const watched = new Watched(makeTasks(200));
let check = 0;
for (let day = 0; day < 3000; day++) {
  const index = random(200);
  const task = new Task(1000 + day, (day % 365) + random(40), 1 + random(20));
  task.done = day % 3 === 0;
  watched.replace(index, task);
  const { list } = watched;
  check = (check * 31 + open(list) + effort(list) + overdue(list, day % 365) + first(list, 1000 + day)) % 1000003;
}
print(check, watched.changes);
