// Records dates.json: dates and times of every locale, made by the few lines of JavaScript below from the language data
// of this project, which share nothing with the engine in Swift. Every text without a time zone is also compared with
// what Intl.DateTimeFormat of this Node says; a difference that isn't known ends the run, and nothing is recorded.
//
// usage: node Tests/MessageFormatTests/Recorded/record-dates.mjs        (Node 20 or newer, with full ICU)
import fs from 'node:fs';

const here = (path) => new URL(path, import.meta.url);
const data = JSON.parse(fs.readFileSync(here('../../../Plugins/Commands/LanguageTables/Data/dates.json'), 'utf8'));

// Year, month, day, hour, minute, second, minutes ahead of UTC: midnight and noon, the first and the last of a month,
// New Year of the Persian calendar with the day before it, offsets with minutes, the year 1900.
const moments = [
  [2026, 2, 19, 9, 0, 7, 60], [2026, 11, 1, 0, 5, 0, 330], [2024, 2, 29, 12, 30, 45, -210],
  [2025, 3, 20, 23, 59, 59, 0], [2025, 3, 21, 13, 7, 9, -300], [1979, 6, 5, 1, 2, 3, 765],
  [2031, 12, 28, 17, 45, 30, -720], [1900, 1, 1, 11, 11, 11, 0],
];
const fieldSets = ['weekday', 'day-weekday', 'month-day', 'month-day-weekday', 'year-month-day', 'year-month-day-weekday'];
const lengths = ['long', 'medium', 'short'];
const precisions = ['hour', 'minute', 'second'];

/** Every date, every time, and of both together enough to meet each pattern. */
function allOptions() {
  const options = [];
  const add = (fields, length, precision, zone = '', hour12 = '') =>
    options.push({ fields, length, precision, zone, hour12 });
  for (const fields of fieldSets) for (const length of lengths) add(fields, length, '');
  for (const precision of precisions) {
    for (const hour12 of ['', 'true', 'false']) {
      for (const zone of ['', 'short', 'long']) add('', '', precision, zone, hour12);
    }
  }
  for (const fields of fieldSets) {
    for (const length of lengths) {
      if (fields === 'weekday') for (const zone of ['', 'short', 'long']) add(fields, length, 'hour', zone);
      add(fields, length, 'minute');
      if (length !== 'long' || !fields.startsWith('year')) continue;
      for (const hour12 of ['true', 'false']) {
        for (const zone of ['short', 'long']) add(fields, length, 'second', zone, hour12);
      }
    }
  }
  return options;
}

/** A locale's data with the changes its other calendar makes. */
function symbols(locale, calendar) {
  return { ...locale, ...(locale.alt?.[calendar] ?? {}), calendar };
}

function pattern(symbols, { fields, length, precision, zone, hour12 }) {
  const date = fields && symbols.date[fields][lengths.indexOf(length || 'medium')];
  if (!precision) return date;
  const cycle = { true: 'h', false: 'H' }[hour12] ?? symbols.hourCycle;
  const index = precisions.indexOf(precision);
  if (fields === 'weekday' && !zone) return symbols.weekdayTime[length === 'long' ? 'long' : 'short'][cycle][index];
  let time = symbols.time[cycle][index];
  if (zone) {
    const patterns = (zone === 'long' && symbols.timeZL) || symbols.timeZ;
    time = patterns[cycle][index] || `${time} {z}`;
  }
  if (!fields) return time;
  const [full, long, medium, short] = symbols.join;
  let join = short;
  if (fields.includes('month') && length === 'long') join = fields.includes('weekday') ? full : long;
  if (fields.includes('month') && length === 'medium') join = medium;
  return join.replace('{1}', () => date).replace('{0}', () => time);
}

function digits(symbols, number, width) {
  const text = String(number).padStart(width, '0');
  return symbols.digits ? [...text].map((digit) => [...symbols.digits][digit]).join('') : text;
}

function zoneText(symbols, offset, zone) {
  const [prefix, suffix, suffixOfMinutes = suffix] = offset < 0 ? symbols.offset.neg : symbols.offset.pos;
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const text = prefix + digits(symbols, hours, zone === 'long' ? 2 : 1);
  if (zone !== 'long' && minutes === 0) return text + suffix;
  return text + (symbols.offset.sep ?? ':') + digits(symbols, minutes, 2) + suffixOfMinutes;
}

/** Year, month and day of the calendar; of the Persian one as Intl says, whose table this one is checked against. */
function calendarDate(calendar, [year, month, day]) {
  if (calendar === 'buddhist') return [year + 543, month, day];
  if (calendar !== 'persian') return [year, month, day];
  const parts = new Intl.DateTimeFormat('en-u-ca-persian', {
    year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC',
  }).formatToParts(Date.UTC(year, month - 1, day));
  return ['year', 'month', 'day'].map((type) => Number(parts.find((part) => part.type === type).value));
}

function format(symbols, moment, options) {
  const [, , , hour, minute, second, offset] = moment;
  const [year, month, day] = calendarDate(symbols.calendar, moment);
  const weekday = new Date(Date.UTC(moment[0], moment[1] - 1, moment[2])).getUTCDay();
  const { months, weekdays } = symbols;
  const number = (value, code) => digits(symbols, value, code.length);
  const field = (code) => {
    switch (code) {
      case 'y': return number(year, 'y');
      case 'M': case 'MM': return number(month, code);
      case 'MMM': return months.a[month - 1];
      case 'MMMM': return months.w[month - 1];
      case 'LLL': return (months.sa ?? months.a)[month - 1];
      case 'LLLL': return (months.sw ?? months.w)[month - 1];
      case 'd': case 'dd': return number(day, code);
      case 'E': return weekdays.a[weekday];
      case 'EEEE': return weekdays.w[weekday];
      case 'c': return (weekdays.sa ?? weekdays.a)[weekday];
      case 'cccc': return (weekdays.sw ?? weekdays.w)[weekday];
      case 'h': case 'hh': return number(hour % 12 || 12, code);
      case 'K': return number(hour % 12, code);
      case 'H': case 'HH': return number(hour, code);
      case 'm': case 'mm': return number(minute, code);
      case 's': case 'ss': return number(second, code);
      case 'a': return symbols.ampm[hour < 12 ? 0 : 1];
      case 'z': return zoneText(symbols, offset, options.zone);
      default: throw new Error(`a pattern has the unknown field ${code}`);
    }
  };
  return pattern(symbols, options).replace(/\{(\w+)\}/g, (_, code) => field(code));
}

/** What Intl makes of the same; null where it can't be asked. */
function second(name, calendar, moment, { fields, length, precision, zone, hour12 }) {
  // Names of zones differ, and Rwandan isn't there.
  if (zone || name === 'rw') return null;
  const asked = { timeZone: 'UTC', calendar: calendar ?? 'gregory' };
  if (fields.includes('weekday')) asked.weekday = length === 'long' ? 'long' : 'short';
  if (fields.includes('year')) asked.year = 'numeric';
  if (fields.includes('month')) asked.month = { long: 'long', medium: 'short', short: 'numeric' }[length];
  if (/(^|-)day/.test(fields.replace('weekday', ''))) asked.day = 'numeric';
  if (precision) asked.hour = 'numeric';
  if (precision === 'minute' || precision === 'second') asked.minute = 'numeric';
  if (precision === 'second') asked.second = 'numeric';
  // Of 0 to 11 o'clock, as CLDR has it, V8 knows in ja-JP only.
  if (hour12) asked.hourCycle = hour12 === 'true' ? (name === 'ja' ? 'h11' : 'h12') : 'h23';
  const [year, month, day, hour, minute, seconds] = moment;
  const text = new Intl.DateTimeFormat(name === 'ja' ? 'ja-JP' : name, asked)
    .format(Date.UTC(year, month - 1, day, hour, minute, seconds));
  // Korean halves of the day were English words in some releases of CLDR 48.
  return name === 'ko' ? text.replace('AM', '오전').replace('PM', '오후') : text;
}

const options = allOptions();
const locales = {};
let [turn, compared, differences] = [0, 0, 0];
for (const [name, locale] of Object.entries(data.locales)) {
  // Thai and Persian have a calendar of their own, and the Gregorian one besides.
  for (const calendar of locale.calendar ? [locale.calendar, undefined] : [undefined]) {
    const key = locale.calendar && !calendar ? `${name} gregorian` : name;
    locales[key] = options.map((option) => {
      const index = (turn++ * 5 + 3) % moments.length;
      const text = format(symbols(locale, calendar), moments[index], option);
      const other = second(name, calendar, moments[index], option);
      if (other !== null) {
        compared += 1;
        // V8 puts a common space where CLDR has a narrow one that doesn't break.
        if (text.replaceAll('\u202F', ' ') !== other.replaceAll('\u202F', ' ')) {
          differences += 1;
          console.error(key, JSON.stringify(option), text, '|', other);
        }
      }
      return index + text;
    });
  }
}
console.log(`${turn} texts, ${compared} of them compared with Intl (ICU ${process.versions.icu}), ${differences} differ`);
if (differences > 0) process.exit(1);

const lines = Object.entries(locales).map(([key, texts]) => `${JSON.stringify(key)}: ${JSON.stringify(texts)}`);
fs.writeFileSync(here('dates.json'), `{
"source": "Made by record-dates.mjs. Derived from CLDR 48, Unicode-3.0.",
"moments": ${JSON.stringify(moments)},
"options": ${JSON.stringify(options.map((o) => [o.fields, o.length, o.precision, o.zone, o.hour12]))},
"locales": {
${lines.join(',\n')}
}
}
`);
