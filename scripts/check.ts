import { checks, run, type Check, type Outcome } from './checks.ts'

/**
 * Everything that must pass before a commit, without starting the product: prints one line per check, a failed check's output,
 * and a closing line.
 */
const structure: Check = {
  name: 'structure',
  command: 'vitest',
  args: ['run', '--project', 'embedded', '--reporter=dot', 'test/structure.once.test.ts', 'test/styles.once.test.ts'],
}

const from = performance.now()
const seconds = (time: number) => `${time.toFixed(1)} s`
function report({ name }: Check, { isOk, output, seconds: time }: Outcome): void {
  console.log(`${isOk ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${seconds(time)}`)
  if (!isOk) console.log(output.trimEnd())
}

const everything = [...checks, structure]
const failed = await run(everything, report)
const all = everything.length
const time = seconds((performance.now() - from) / 1000)
console.log(failed.length === 0 ? `${all} of ${all} hold, ${time}` : `${failed.length} of ${all} failed (${failed.join(', ')}), ${time}`)
process.exit(failed.length === 0 ? 0 : 1)
