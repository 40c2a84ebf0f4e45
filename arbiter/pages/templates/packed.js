// Numbers and times as arbiter/pages/numbers.py writes them, and squares.

/**
 * The digits, and how many of them begin numbers of one, two and three digits.
 * @typedef {{digits: string, first: number[]}} Packing
 */

const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

class Packed {
  /**
   * The square that a letter names, as `letter` of arbiter/pages/pictures.py has it.
   * @param {string} letter
   */
  static square(letter) {
    return NAMES.includes(letter) ? NAMES.indexOf(letter) : (letter.codePointAt(0) ?? 0) - 0x100;
  }

  /**
   * A text of numbers, the first digit of which tells how many follow.
   * @param {string} text
   * @param {Packing} packing
   */
  static numbers(text, { digits, first }) {
    const found = [];
    for (let at = 0; at < text.length; ) {
      let value = digits.indexOf(text[at++]), follow = 0, below = 0;
      while (follow < first.length && value >= first[follow]) {
        value -= first[follow];
        below += first[follow] * digits.length ** follow++;
      }
      for (; follow > 0; follow--) value = value * digits.length + digits.indexOf(text[at++]);
      found.push(below + value);
    }
    return found;
  }

  /**
   * Times in milliseconds.
   * @param {string} text
   * @param {Packing} packing
   */
  static times(text, packing) {
    return Packed.numbers(text, packing).map((code) => {
      const power = code < 1000 ? 0 : Math.floor((code - 100) / 900);
      return (code - 900 * power) * 10 ** (power - 3);
    });
  }
}
