// Classes as they were made before the language had them: all constructors are one function's closures, or each is a function of its own.
const Class = {
  create() {
    return function () {
      this.initialize.apply(this, arguments);
    };
  },
};

const Color = function () {
  this.initialize.apply(this, arguments);
};
Color.prototype.initialize = function (red, green, blue) {
  this.red = red;
  this.green = green;
  this.blue = blue;
};
Color.prototype.sum = function () {
  return this.red + this.green + this.blue;
};

const Light = function () {
  this.initialize.apply(this, arguments);
};
Light.prototype.initialize = function (position, color, intensity) {
  this.position = position;
  this.color = color;
  this.intensity = intensity;
};

let sum = 0;
for (let i = 0; i < 2500000; i++) {
  const light = new Light(i, new Color(i & 255, 2, 3), 10);
  sum = (sum + light.color.sum() + light.position) | 0;
}
print(sum);
