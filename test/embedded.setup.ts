import type { TestProject } from 'vitest/node'

/** Tells the tests that no server is there, so that they open the embedded database. */
export default function setup(project: TestProject): void {
  project.provide('serverUrl', '')
}
