//go:build !race

package race

// Enabled says that times and sizes are not those of the real program.
const Enabled = false
