// Replaces @vscode/spdlog in the project's editor: that package is a native module, which is not built there, and without it
// every log and output channel of the editor is empty. Same interface, without native code:
// https://github.com/microsoft/node-spdlog/blob/main/index.d.ts. The editor reads the files, so each message is written at once.
const { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } = require('node:fs');
const { dirname, parse, join } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
const information = levels.indexOf('info');
let defaultLevel = information;

/** A log file. If it would become too large, it is renamed with a number and a new file is started. */
class Logger {
  #file;
  #maxBytes;
  #maxFiles;
  #level = defaultLevel;
  /** @type {string | undefined} `undefined`: messages are written without additions */
  #pattern = '[%Y-%m-%d %H:%M:%S.%e] [%n] [%l] %v';
  #name;
  /** @type {number | undefined} `undefined` after `drop` */
  #descriptor;
  #bytes = 0;

  /**
   * @param {string} _type `rotating` or `rotating_async`: both write at once
   * @param {string} name
   * @param {string} file absolute path
   * @param {number} maxBytes the maximum size of one file
   * @param {number} maxFiles the maximum number of numbered files
   */
  constructor(_type, name, file, maxBytes, maxFiles) {
    this.#name = name;
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#maxFiles = maxFiles;
    this.#open();
  }

  /** @param {string} message */
  trace(message) {
    this.#log(0, message);
  }

  /** @param {string} message */
  debug(message) {
    this.#log(1, message);
  }

  /** @param {string} message */
  info(message) {
    this.#log(2, message);
  }

  /** @param {string} message */
  warn(message) {
    this.#log(3, message);
  }

  /** @param {string} message */
  error(message) {
    this.#log(4, message);
  }

  /** @param {string} message */
  critical(message) {
    this.#log(5, message);
  }

  getLevel() {
    return this.#level;
  }

  /** @param {number} level */
  setLevel(level) {
    this.#level = level;
  }

  /** @param {string} pattern `%v` is the message; the other known placeholders are those that the editor uses */
  setPattern(pattern) {
    this.#pattern = pattern;
  }

  clearFormatters() {
    this.#pattern = undefined;
  }

  flush() {}

  drop() {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /**
   * @param {number} level
   * @param {string} message
   */
  #log(level, message) {
    if (this.#descriptor === undefined || level < this.#level) return;
    const bytes = Buffer.from(this.#pattern === undefined ? message : this.#format(this.#pattern, level, message));
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#maxBytes) this.#rotate();
    writeSync(/** @type {number} */ (this.#descriptor), bytes);
    this.#bytes += bytes.length;
  }

  /**
   * @param {string} pattern
   * @param {number} level
   * @param {string} message
   */
  #format(pattern, level, message) {
    const now = new Date();
    const digits = (/** @type {number} */ value, length = 2) => `${value}`.padStart(length, '0');
    /** @type {Readonly<Record<string, () => string>>} */
    const placeholders = {
      Y: () => digits(now.getFullYear(), 4),
      m: () => digits(now.getMonth() + 1),
      d: () => digits(now.getDate()),
      H: () => digits(now.getHours()),
      M: () => digits(now.getMinutes()),
      S: () => digits(now.getSeconds()),
      e: () => digits(now.getMilliseconds(), 3),
      l: () => levels[level] ?? '',
      n: () => this.#name,
      v: () => message,
    };
    return `${pattern.replace(/%(\w)/g, (placeholder, letter) => placeholders[letter]?.() ?? placeholder)}\n`;
  }

  #open() {
    this.#descriptor = openSync(this.#file, 'a');
    this.#bytes = fstatSync(this.#descriptor).size;
  }

  #rotate() {
    this.drop();
    for (let number = this.#maxFiles; number > 0; number--) {
      rmSync(this.#numbered(number), { force: true });
      try {
        renameSync(this.#numbered(number - 1), this.#numbered(number));
      } catch {
        // There are fewer files.
      }
    }
    rmSync(this.#file, { force: true });
    this.#open();
  }

  /** @param {number} number 0 for the file without a number */
  #numbered(number) {
    const { dir, name, ext } = parse(this.#file);
    return number === 0 ? this.#file : join(dir, `${name}.${number}${ext}`);
  }
}

/**
 * @param {string} name
 * @param {string} file
 * @param {number} maxBytes
 * @param {number} maxFiles
 */
async function createRotatingLogger(name, file, maxBytes, maxFiles) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('rotating', name, file, maxBytes, maxFiles);
}

exports.version = 0;
exports.setLevel = (/** @type {number} */ level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
