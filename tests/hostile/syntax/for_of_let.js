for (let of []) { }
