/** A fraction as a percentage, exactly: "0.065000" → "6.5%", "1" → "100%". Text that is no decimal stays as it is. */
export function percent(fraction: string): string {
  const start = fraction.charCodeAt(0) === 45 ? 1 : 0
  for (let i = start; i < fraction.length; i++) {
    const c = fraction.charCodeAt(i)
    if (c !== 46 && (c < 48 || c > 57)) return fraction
  }
  const dot = fraction.indexOf('.')
  const end = dot < 0 ? fraction.length : dot
  const places = dot < 0 ? '' : fraction.slice(dot + 1)
  const whole = fraction.slice(start, end) + places.slice(0, 2).padEnd(2, '0')
  let zeros = 0
  while (zeros < whole.length - 1 && whole.charCodeAt(zeros) === 48) zeros++
  let last = places.length
  while (last > 2 && places.charCodeAt(last - 1) === 48) last--
  const rest = last > 2 ? `.${places.slice(2, last)}` : ''
  return `${start ? '-' : ''}${whole.slice(zeros)}${rest}%`
}
