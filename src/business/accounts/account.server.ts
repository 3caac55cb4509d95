import { changePassword, resetPasswordWithOtp, sendOtp, verifyOtp } from './recovery.server.ts'
import { sendEmailCode, verifyEmail } from './email-proof.server.ts'
import { addPasskey, beginPasskey, passkeys, removePasskey, renamePasskey } from './passkey.server.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.server.ts'
import { register } from './register.server.ts'
import { verifyLink } from './reset-link.server.ts'
import { createRecoveryCodes } from './recovery-code.server.ts'
import { beginTotp, confirmTotp, removeTotp, secondFactor } from './second-factor.server.ts'
import { endSession, sessionHandler, sessionsHandler, signOutHandler, signOutEverywhereHandler } from './sign-in-session.server.ts'
import { confirmPassword, signInHandler } from './sign-in.server.ts'

export const accountHandlers = {
  register,
  signIn: signInHandler,
  signOut: signOutHandler,
  signOutEverywhere: signOutEverywhereHandler,
  session: sessionHandler,
  sendOtp,
  verifyOtp,
  verifyLink,
  sendEmailCode,
  verifyEmail,
  resetPasswordWithOtp,
  confirmPassword,
  changePassword,
  sessions: sessionsHandler,
  endSession,
  secondFactor,
  beginTotp,
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
  passkeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  signInWithPasskey,
}
