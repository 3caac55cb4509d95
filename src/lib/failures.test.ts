import { expect, test } from 'vitest'
import { failureCodeOf } from './failures.ts'
import texts from './text.en.json'

// Spec 8, to the letter.
test.each([
  ['auth/captcha-expired', 'Captcha Expired! Please Refresh!'],
  ['auth/user-not-found', 'User not found'],
  ['auth/operation-not-allowed', 'Operation not allowed'],
  ['auth/invalid-display-name', 'Invalid display name'],
  ['camp/camp-error', 'Error in creating/duplicating campaign'],
  ['template/template-error', 'Error in creating Template. Try Again!'],
  ['auth/invalid-password', 'Invalid password'],
  ['auth/wrong-password', 'Wrong password'],
  ['auth/invalid-email', 'Invalid email'],
  ['auth/invalid-credential', 'Invalid credential'],
  ['auth/internal-error', 'Internal error'],
  ['auth/email-already-exists', 'Email already exists'],
  ['auth/email-already-in-use', 'Email already in use'],
  ['auth/invalid-code', 'Invalid Code'],
  ['auth/passwords-not-matched', 'Password not matched'],
  ['auth/phone-number-already-exists', 'Phone number is already in use'],
  ['auth/invalid-verification-code', 'Invalid code'],
  ['auth/code-expired', 'Code Expired'],
  ['auth/too-many-requests', 'Too many requests'],
  ['client/creation-error', 'Error creating client'],
  ['deal/creation-error', 'Error creating/updating deal'],
  ['appointment/creation-error', 'Error creating an appointment'],
  ['client/unable-to-send-email', 'Unable to send email'],
  ['anything else', 'Unknown Error'],
  [undefined, 'Unknown Error'],
])('the code %s is told as %j', (code, sentence) => {
  expect(texts.failures[failureCodeOf(code)]).toBe(sentence)
})
