type Waiting<Question, Answer> = { question: Question; resolve: (answer: Answer) => void; reject: (reason: unknown) => void }

/**
 * Asks all questions of one turn of the event loop together, so that concurrent requests share one statement.
 * @param ask answers questions in their order; what it throws, each of them gets
 * @returns asks one question of a database, or whatever else answers
 */
export function gathered<Of, Question, Answer>(
  ask: (of: Of, questions: Question[]) => Promise<Answer[]>,
): (of: Of, question: Question) => Promise<Answer> {
  const turns = new Map<Of, Waiting<Question, Answer>[]>()
  async function send(of: Of, turn: Waiting<Question, Answer>[]): Promise<void> {
    turns.delete(of)
    try {
      const answers = await ask(
        of,
        turn.map(({ question }) => question),
      )
      for (const [index, answer] of answers.entries()) turn[index]?.resolve(answer)
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }
  return (of, question) =>
    new Promise((resolve, reject) => {
      const turn = turns.get(of) ?? []
      turn.push({ question, resolve, reject })
      if (turns.has(of)) return
      turns.set(of, turn)
      // After all that has arrived by now was read.
      setImmediate(() => void send(of, turn))
    })
}
