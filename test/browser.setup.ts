// All files share the browser's storage: who the file before signed in as must not be who the next one reads.
localStorage.clear()
sessionStorage.clear()
