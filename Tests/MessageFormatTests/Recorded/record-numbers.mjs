// Records numbers.tsv: numbers as Intl.NumberFormat of this Node prints them, with options drawn by lot from a fixed
// seed. The same Node and seed give the same file.
//
// usage: node Tests/MessageFormatTests/Recorded/record-numbers.mjs      (Node 20 or newer, with full ICU)
import fs from 'node:fs';

const count = 1500;
const locales = 'en nb de es pl hi en-IN ar-EG fa bn fr ka mr my he sv de-CH pt-PT'.split(' ');
const currencies = 'NOK USD JPY KWD EUR INR RSD XXX SEK'.split(' ');
const columns = `currency currencyDisplay currencySign signDisplay useGrouping minimumIntegerDigits minimumFractionDigits
  maximumFractionDigits minimumSignificantDigits maximumSignificantDigits roundingPriority roundingMode roundingIncrement
  trailingZeroDisplay`.split(/\s+/);

// A linear congruence with the constants of Numerical Recipes; its high bits are good enough to draw lots.
let state = 424242;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const oneOf = (values) => values[Math.floor(random() * values.length)];
const chance = (probability) => random() < probability;

/** Up to 27 digits before the point and six behind it, and often a number that lies on an edge. */
function number() {
  let integer = '';
  for (let left = Math.floor(random() * 12) + (chance(0.1) ? 15 : 0); left > 0; left -= 1) integer += oneOf('0123456789');
  integer = integer.replace(/^0+/, '') || '0';
  if (chance(0.2)) integer = oneOf('0 1 2 5 9 10 99 999 1000 9999 10000 100000'.split(' '));
  let fraction = '';
  if (chance(0.7)) {
    for (let left = 1 + Math.floor(random() * 6); left > 0; left -= 1) fraction += oneOf('0123456789559');
    if (chance(0.2)) fraction = oneOf('5 50 25 05 005 995 4999 500 0 00'.split(' '));
  }
  return (chance(0.4) ? '-' : '') + integer + (fraction && `.${fraction}`);
}

function options() {
  const drawn = {};
  const style = oneOf(['decimal', 'decimal', 'percent', 'currency']);
  if (style !== 'decimal') drawn.style = style;
  if (style === 'currency') {
    drawn.currency = oneOf(currencies);
    if (chance(0.5)) drawn.currencyDisplay = oneOf(['symbol', 'narrowSymbol', 'code']);
    if (chance(0.4)) drawn.currencySign = 'accounting';
  }
  if (chance(0.4)) drawn.signDisplay = oneOf(['auto', 'always', 'exceptZero', 'negative', 'never']);
  if (chance(0.4)) drawn.useGrouping = oneOf(['auto', 'always', 'min2', 'never']);
  if (chance(0.2)) drawn.minimumIntegerDigits = oneOf([1, 2, 3, 5, 8, 21]);
  if (chance(0.5)) {
    const minimum = oneOf([0, 0, 1, 2, 3, 5]);
    if (chance(0.8)) drawn.minimumFractionDigits = minimum;
    drawn.maximumFractionDigits = minimum + oneOf([0, 0, 1, 2, 4]);
  }
  if (chance(0.35)) {
    const minimum = oneOf([1, 1, 2, 3, 5]);
    if (chance(0.6)) drawn.minimumSignificantDigits = minimum;
    drawn.maximumSignificantDigits = minimum + oneOf([0, 1, 2, 4, 9]);
    if (chance(0.5)) drawn.roundingPriority = oneOf(['morePrecision', 'lessPrecision', 'auto']);
  }
  if (chance(0.4)) {
    drawn.roundingMode = oneOf(
      'ceil floor expand trunc halfCeil halfFloor halfExpand halfTrunc halfEven'.split(' '));
  }
  if (chance(0.2) && drawn.maximumSignificantDigits === undefined && drawn.maximumFractionDigits !== undefined) {
    // An increment wants both numbers of digits to be the same.
    drawn.minimumFractionDigits = drawn.maximumFractionDigits;
    drawn.roundingIncrement = oneOf([2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000]);
  }
  if (chance(0.2)) drawn.trailingZeroDisplay = 'stripIfInteger';
  return drawn;
}

/** The options with what Intl makes of digits that aren't given; null where it refuses them. */
function formatter(locale, drawn) {
  try {
    return new Intl.NumberFormat(locale, { ...drawn, useGrouping: drawn.useGrouping === 'never' ? false : drawn.useGrouping });
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

const lines = [
  `# Made by record-numbers.mjs with Node ${process.versions.node} (ICU ${process.versions.icu}, CLDR ${process.versions.cldr}); derived from CLDR, Unicode-3.0.`,
  `# locale style ${columns.join(' ')} number text`,
];
while (lines.length < count + 2) {
  const [locale, drawn] = [oneOf(locales), options()];
  const format = formatter(locale, drawn);
  if (!format) continue;
  const resolved = format.resolvedOptions();
  const text = number();
  const value = (column) => (/(Fraction|Significant)Digits$/.test(column) ? resolved : drawn)[column] ?? '';
  lines.push([locale, drawn.style ?? 'decimal', ...columns.map(value), text, format.format(text)].join('\t'));
}
fs.writeFileSync(new URL('numbers.tsv', import.meta.url), `${lines.join('\n')}\n`);
