import { useState } from 'react'
import { api } from './customers.client.ts'
import { failureOf, type CallFailure } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { importLimit, type ImportField, type ImportRow, type Verdict } from './import.contract.ts'
import { chunksOf, guessColumns, importRows } from './import.rules.ts'

type Step = 'file' | 'columns' | 'review' | 'result'
type File_ = { name: string; header: string[]; lines: string[][] }
export type Result = { id: string; made: number; left: ImportRow[] }

/** The four steps of an import; nothing is written before the third is confirmed. */
export function useImport() {
  const [step, setStep] = useState<Step>('file')
  const [problem, setProblem] = useState<'file.broken' | 'file.empty' | 'file.tooMany' | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [file, setFile] = useState<File_ | null>(null)
  const [columns, setColumns] = useState<(ImportField | '')[]>([])
  const [rows, setRows] = useState<ImportRow[]>([])
  const [verdicts, setVerdicts] = useState<Map<string, Verdict>>(new Map())
  const [done, setDone] = useState<number | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [importId, setImportId] = useState(newRecordId)

  async function read(chosen: File): Promise<void> {
    setProblem(null)
    const { readCsv } = await import('#ui/csv-file.ts')
    const data = readCsv(await chosen.text())
    const [header, ...lines] = data ?? []
    if (!data) setProblem('file.broken')
    else if (!header || lines.length === 0) setProblem('file.empty')
    else if (lines.length > importLimit) setProblem('file.tooMany')
    else {
      setFile({ name: chosen.name.slice(0, 120), header, lines })
      setColumns(guessColumns(header))
      setStep('columns')
    }
  }

  /** Checks rows on the server, chunk by chunk; new verdicts replace earlier ones. */
  async function checkRows(some: readonly ImportRow[]): Promise<boolean> {
    setFailure(null)
    setDone(0)
    const found = new Map(verdicts)
    let count = 0
    try {
      for (const chunk of chunksOf(some)) {
        for (const verdict of await api.imports.check({ rows: chunk })) found.set(verdict.id, verdict)
        setDone((count += chunk.length))
      }
      setVerdicts(found)
      return true
    } catch (error) {
      setFailure(failureOf(error))
      return false
    } finally {
      setDone(null)
    }
  }

  async function check(): Promise<void> {
    if (!file) return
    const fresh = importRows(
      file.lines,
      columns,
      file.lines.map(() => newRecordId()),
    )
    setRows(fresh)
    if (await checkRows(fresh)) setStep('review')
  }

  /** Writes the good rows. A failed call is resent from where it stopped, since rows retain their ids. */
  async function write(chosen: readonly ImportRow[]): Promise<void> {
    if (!file) return
    setFailure(null)
    setDone(0)
    try {
      await api.imports.begin({ id: importId, fileName: file.name, rows: rows.length })
      let count = 0
      const refused = new Set<string>()
      for (const chunk of chunksOf(chosen)) {
        const answer = await api.imports.add({ id: importId, rows: chunk })
        for (const { id } of answer.refused) refused.add(id)
        setDone((count += chunk.length))
      }
      const { made } = await api.imports.finish({ id: importId })
      const taken = new Set(chosen.map(({ id }) => id))
      await changed('customers')
      setResult({ id: importId, made, left: rows.filter(({ id }) => !taken.has(id) || refused.has(id)) })
      setStep('result')
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setDone(null)
    }
  }

  return {
    step,
    problem,
    failure,
    file,
    columns,
    rows,
    verdicts,
    done,
    result,
    read,
    check,
    checkRows,
    write,
    setColumn: (at: number, field: ImportField | '') =>
      setColumns(columns.map((column, index) => (index === at ? field : column === field ? '' : column))),
    setCell: (id: string, field: ImportField, value: string) =>
      setRows(rows.map((row) => (row.id === id ? { ...row, [field]: value } : row))),
    again() {
      setStep('file')
      setFile(null)
      setRows([])
      setVerdicts(new Map())
      setResult(null)
      setImportId(newRecordId())
    },
  }
}
