package credential

import "encoding/base64"

// issued are the values that look as their issuers made them.
func (f *filler) issued(kind string) (text string, known bool) {
	all := lower + upper + digits
	switch kind {
	case "ghp_", "npm_":
		return kind + f.mixed(all, 36), true
	case "github_pat_":
		return kind + f.mixed(all, 22) + "_" + f.mixed(all, 59), true
	case "glpat-":
		return kind + f.mixed(all+"_-", 20), true
	case "xoxb-":
		return kind + f.of(digits[1:], 12) + "-" + f.of(digits[1:], 13) + "-" + f.mixed(all, 24), true
	case "sk_live_":
		return kind + f.mixed(all, 24), true
	case "sk-":
		return kind + f.mixed(all, 48), true
	case "sk-proj-":
		return kind + f.mixed(all+"_-", 124), true
	case "sk-ant-":
		return kind + "api03-" + f.mixed(all+"_-", 93) + "AA", true
	case "pypi-":
		return kind + "AgEIcHlwaS5vcmc" + f.mixed(all+"_-", 140), true
	case "hf_":
		return kind + f.mixed(lower+upper, 34), true
	case "AIza":
		return kind + f.mixed(all+"_-", 35), true
	case "SG.":
		return kind + f.mixed(all+"_-", 22) + "." + f.mixed(all+"_-", 43), true
	case "hvs.":
		return kind + f.mixed(all+"_-", 90), true
	case "AKIA":
		return kind + f.of(upper+"234567", 16), true
	case "AGE":
		return "AGE-SECRET-KEY-1" + f.of("023456789ACDEFGHJKLMNPQRSTUVWXYZ", 58), true
	case "discord": // the id of the bot, a time, a signature
		return base64.RawStdEncoding.EncodeToString([]byte(f.of("1", 1)+f.of(digits, 18))) + "." + f.mixed(all, 6) + "." + f.mixed(all+"_-", 38), true
	case "telegram":
		return f.of(digits[1:], 10) + ":AA" + f.mixed(all+"_-", 33), true
	}
	return "", false
}
