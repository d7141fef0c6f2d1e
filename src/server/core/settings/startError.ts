/** Why the server cannot start, in one sentence a person can act on. main.ts prints it and ends with code 1. */
export class StartError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
  }
}
